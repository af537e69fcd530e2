import { pageList } from '#contract/pages.ts'

/** Links that change a part of their page; `web/hold-input.ts` has them hydrated instead. */
const partLinks = '[data-keeps-focus], [data-keeps-focus] *, [data-part], [aria-keyshortcuts], [rel~=nofollow]'

const cachedPages = {
  where: {
    and: [
      { or: pageList.filter(({ cached }) => cached).map(({ path }) => ({ href_matches: path })) },
      { not: { selector_matches: partLinks } },
    ],
  },
  eagerness: 'moderate',
}

/**
 * Cached pages are rendered when the pointer rests on a link or presses it. A browser that renders nothing ahead fetches the document
 * only. A pattern of a path matches any query. The rules end with hydration, after which the router loads data instead of documents.
 */
const speculationRules = JSON.stringify({ prerender: [cachedPages], prefetch: [cachedPages] })

/** For a page whose content comes with its scripts: stylesheet and font load first, so that the frame is painted early. */
export function lowerScriptPriority(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

/**
 * Takes hydration off the critical path: the module script becomes inert text that the script in the head runs when it is needed. The
 * chunks of its module preloads are named beside it, to be fetched first.
 */
export function deferScripts(html: string): string {
  const chunks = new Set<string>()
  return (
    html
      .replaceAll(/<link rel="modulepreload"[^>]*\bhref="([^"]+)"[^>]*>/g, (_, chunk: string) => {
        chunks.add(chunk)
        return ''
      })
      .replace(/<script type="module" async="">/, () => `<script type="text/plain" data-hydrate="${[...chunks].join(' ')}">`)
      // At an end, because React takes an inline script for the next one that it has rendered.
      .replace('</head>', () => `<script type="speculationrules">${speculationRules}</script></head>`)
  )
}
