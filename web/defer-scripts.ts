/**
 * Takes hydration off the critical path: module preloads go, and the module script becomes inert text that the
 * script in the head runs when the page has loaded and the browser is idle, or at the first interaction.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script type="module" async="">/, '<script type="text/plain" data-hydrate="">')
}
