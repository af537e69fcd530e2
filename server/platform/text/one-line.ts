/** Makes typed text safe for a subject or a line: removes line breaks and characters that change the text direction. */
export function oneLine(text: string, most = 120): string {
  const line = text.replace(/[\p{Cc}\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}
