declare module "icon:*" {
  import type { Icon } from "./lib/icon";
  const icon: Icon;
  export default icon;
}
