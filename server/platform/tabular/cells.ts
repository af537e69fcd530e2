/** A line of a table. */
export interface CellLine {
  /** Its number in the file, from 1. */
  line: number
  cells: readonly string[]
}

/** What pages, chats and contacts leave around a copied text. The joiners of Indian scripts are none of it. */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

/** Takes away what is not of a text: letters without a shape, and the apostrophe of `csvLines` before a formula. */
export function cleanCell(cell: string): string {
  return cell
    .replace(invisible, '')
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .trim()
    .replace(/^'(?='*[=+\-@\t\r])/, '')
    .trim()
}

/** Returns a text without the apostrophe by which Excel keeps it as one. That of `'t Hooft` is of the name. */
export const withoutApostrophe = (text: string): string => text.replace(/^'(?=\d|\p{Lu}|\p{Lo}|\p{Ll}{2})/u, '')

/** Returns a whole number or a phone number without the `.0` that spreadsheets add. Another text stays as it is. */
const withoutDecimals = (text: string): string => (/^\+?[\d\s]+\.0+$/.test(text) ? text.replace(/\.0+$/, '') : text)

/** Returns a number, a reference or an address as it was meant. Joiners are of scripts that it does not have. */
export const plainValue = (text: string): string =>
  withoutDecimals(withoutApostrophe(text.replaceAll(/[\u200C\u200D]/g, '').trim()))

/** Whether Excel has written a long number as `8.038E+09`: its last digits are lost. */
export const isShortened = (text: string): boolean => /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(text)
