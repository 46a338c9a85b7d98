/** A live view of what `read` returns: whoever keeps the object sees every change. */
export function live<Some extends object>(read: () => Some): Some {
  const nothing: Partial<Some> = {};
  return new Proxy(nothing, { get: (_, name) => Reflect.get(read(), name) }) as Some;
}
