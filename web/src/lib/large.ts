// What is not a card but stands for one shows it large too, when it is pointed at, held, or reached with the keyboard.
import { preview, type CardPrint } from "./preview.svelte";

/** `<button {@attach large(() => print)}>`; nothing is shown while there is no print. */
export function large(print: () => CardPrint | undefined): (element: Element) => () => void {
  return (element) => {
    const hide = () => preview.hide(element);
    const soon = (event: Event, pressed: boolean) => {
      const shown = print();
      if (shown && ((event as PointerEvent).pointerType === "mouse") !== pressed) preview.soon(shown, element, pressed);
    };
    const listeners: Array<[string, (event: Event) => void]> = [
      ["pointerenter", (event) => soon(event, false)],
      ["pointerdown", (event) => soon(event, true)],
      ["pointerup", hide],
      ["pointercancel", hide],
      ["pointerleave", hide],
      ["blur", hide],
      [
        "focus",
        () => {
          const shown = print();
          if (shown && element.matches(":focus-visible")) preview.show(shown, element);
        },
      ],
    ];
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
      hide();
    };
  };
}
