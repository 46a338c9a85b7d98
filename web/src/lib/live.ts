/** An object that is always as `read` says: parts of a board that keep it see every change. */
export function live<Some extends object>(read: () => Some): Some {
  const nothing: Partial<Some> = {};
  return new Proxy(nothing, { get: (_, name) => Reflect.get(read(), name) }) as Some;
}
