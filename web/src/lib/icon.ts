/** A picture of an icon set, as the build puts it into the page (see tools/icons.ts). */
export interface Icon {
  body: string;
  width: number;
  height: number;
}
