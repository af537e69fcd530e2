/**
 * Takes hydration off the critical path: the module script becomes inert text that the script in the head runs when it is needed. The
 * chunks of its module preloads are named beside it, to be fetched first.
 */
export function deferScripts(html: string): string {
  const chunks = new Set<string>()
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*\bhref="([^"]+)"[^>]*>/g, (_, chunk: string) => {
      chunks.add(chunk)
      return ''
    })
    .replace(/<script type="module" async="">/, () => `<script type="text/plain" data-hydrate="${[...chunks].join(' ')}">`)
}
