import { createHash } from 'node:crypto'
import { busyTrying } from '#contract/messages.ts'

/** Seconds after which the browser asks again. */
export const busySeconds = 4

// The colours are those of `ui/theme.css`: a busy server has no stylesheet to spare. The bar is full when the browser asks again.
const style = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1a1f24; --muted: #59636b; --line: #e4e1d9; --accent: #0f5c5c }
@media (prefers-color-scheme: dark) { :root { --paper: #12171b; --ink: #e9e6df; --muted: #a3abb0; --line: #2c353b; --accent: #5bb5ac } }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-content: center; padding: 2rem; box-sizing: border-box;
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 28rem }
h1 { margin: 0 0 0.75rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em }
p { margin: 0; color: var(--muted) }
div { height: 4px; margin: 1.75rem 0; border-radius: 2px; background: var(--line); overflow: hidden }
div::before { content: ''; display: block; height: 100%; background: var(--accent); transform-origin: left;
  animation: wait ${busySeconds}s linear forwards }
@keyframes wait { from { transform: scaleX(0) } }
@media (prefers-reduced-motion: reduce) { div { display: none } a { margin-top: 1.75rem } }
a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--accent); font-weight: 600; text-underline-offset: 4px }
`

/** The policy of the page, which allows nothing but its own style. */
export const busyPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

/** A page for a browser whose page could not be rendered in time. It needs no other file. @param url the path of the page */
export function busyPage(url: string): string {
  const address = url.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<!doctype html>
<html lang="en-IN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${busyTrying}</title>
<style>${style}</style>
<main>
<h1>${busyTrying}</h1>
<p>Many people are here right now. This page opens by itself in a few seconds.</p>
<div></div>
<a href="${address}">Open it now</a>
</main>
</html>
`
}
