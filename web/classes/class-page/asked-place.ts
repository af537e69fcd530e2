/** The part of the class and the second that an address asks for; a second that is none is left out. */
export function askedPlace(query: URLSearchParams): { part: number; startAt: number | undefined } {
  const [part, at] = [query.get('part') ?? '', query.get('t') ?? '']
  return {
    part: /^[1-9]\d?$/.test(part) ? Number(part) - 1 : 0,
    startAt: /^\d{1,5}$/.test(at) ? Number(at) : undefined,
  }
}
