/** A path without the ending of a data request and without slashes at its end. */
export function plainPath(path: string): string {
  const page = path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
  let end = page.length
  while (end > 1 && page[end - 1] === '/') end -= 1
  return page.slice(0, end)
}
