import { busyTrying } from '#contract/messages.ts'

/** Seconds after which the browser asks again. */
export const busySeconds = 4

/** A page for a browser whose page could not be rendered in time. It needs no styles and no scripts. @param url the path of the page */
export function busyPage(url: string): string {
  const address = url.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<!doctype html>
<html lang="en-IN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${busyTrying}</title>
<h1>${busyTrying}</h1>
<p>Many people are here right now. This page opens by itself in a few seconds.</p>
<p><a href="${address}">Open it now</a></p>
</html>
`
}
