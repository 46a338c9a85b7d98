/** The entries of a record with the names that its type knows; Object.entries forgets these. */
export function entriesOf<Key extends string, Value>(record: { [key in Key]: Value }): Array<[Key, Value]> {
  return Object.entries(record) as Array<[Key, Value]>;
}
