// Which screen is shown: what the address says.

class Route {
  path = $state(location.pathname);
  hash = $state(location.hash);

  read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const route = new Route();

/** Go to another screen. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  route.read();
  scrollTo(0, 0);
}

/** Links within the page change the screen without loading it anew. */
export function onLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (/^\/api\/|\.json$/.test(link.pathname)) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
