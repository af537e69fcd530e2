/** Formats of dates and times that every program knows by number. */
const known = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format of numbers shows a date or a time. Quoted text, colours and languages in it say nothing. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return known(id)
  const plain = code.replaceAll(/"[^"]*"|\\.|_./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[dmyhs]/i.test(plain) && !/General/i.test(plain)
}

const day = 86_400_000

/** Writes the days since 1900 that a spreadsheet keeps as a day, a time, or both. */
export function textOfSerial(serial: number, is1904: boolean): string {
  // Lotus 1-2-3 had a 29 February 1900, and all who came later have it too.
  const days = is1904 ? serial + 1462 : serial < 60 && serial >= 1 ? serial + 1 : serial
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round((days * day) / 1000) * 1000)
  if (Number.isNaN(at.getTime()) || serial < 0) return String(serial)
  const [date = '', time = ''] = at.toISOString().slice(0, 19).split('T')
  if (serial < 1) return time
  return time === '00:00:00' ? date : `${date} ${time}`
}
