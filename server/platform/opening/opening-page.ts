import { createHash } from 'node:crypto'
import type { SiteSettings } from '#contract/site/content.ts'
import { markPath, shadesOf } from '#contract/site/brand.ts'

// The colours are those of `ui/theme.css`: the page needs no other file, so that nothing of the site is loaded before it opens.
function styleOf(accent: string | null): string {
  const shades = accent === null ? undefined : shadesOf(accent)
  const [light, dark] = [shades?.light.accent ?? '#0f5c5c', shades?.dark.accent ?? '#5bb5ac']
  return `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1a1f24; --muted: #59636b; --accent: ${light} }
@media (prefers-color-scheme: dark) { :root { --paper: #12171b; --ink: #e9e6df; --muted: #a3abb0; --accent: ${dark} } }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; align-content: center; justify-content: center; padding: 2rem 1.5rem;
  box-sizing: border-box; background: var(--paper); color: var(--ink); font: 1.125rem/1.6 system-ui, sans-serif }
main { max-width: 34rem; min-width: 0; overflow-wrap: anywhere }
header { display: flex; align-items: center; gap: 0.75rem; margin-bottom: 3rem; font-weight: 700; letter-spacing: -0.01em }
img { width: 2.25rem; height: 2.25rem; border-radius: 0.5rem }
h1 { margin: 0 0 1rem; font-size: clamp(2.25rem, 7vw, 3.5rem); line-height: 1.08; letter-spacing: -0.03em; text-wrap: balance }
p { margin: 0; color: var(--muted); text-wrap: pretty }
hr { width: 3rem; height: 3px; margin: 2rem 0; border: 0; border-radius: 2px; background: var(--accent) }
a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--accent); font-weight: 600; text-underline-offset: 4px }
`
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The page of a school that is not open yet, and its policy, which allows its own style and the school's mark. */
export function openingPage(site: SiteSettings): { html: string; policy: string } {
  const style = styleOf(site.accent)
  const hash = createHash('sha256').update(style).digest('base64')
  const contact = site.email === '' ? '' : `<a href="mailto:${escaped(encodeURI(site.email))}">${escaped(site.email)}</a>`
  return {
    policy: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    html: `<!doctype html>
<html lang="en-IN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(site.brand)} opens soon</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
<main>
<header><img src="${escaped(markPath(site))}" alt="">${escaped(site.brand)}</header>
<h1>We open soon.</h1>
<p>The school is getting its first courses ready. Please come back in a few days.</p>
<hr>
${contact}
</main>
</html>
`,
  }
}
