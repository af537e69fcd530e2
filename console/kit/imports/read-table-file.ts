import { importedBytes } from '#contract/imported-files.ts'
import { ShownError } from '#console/kit/api/error-text.ts'

/** A file as a call sends it: its text, or a workbook in base64. */
export type TableFile = { text: string } | { workbook: string }

/** What a file input offers. */
export const tableFiles =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const tooLarge = 'The file is larger than 1 MiB. Please split it.'
const notTable = 'The file is neither a workbook of Excel (.xlsx) nor a text in UTF-8. Please save it as one of them.'

/**
 * Reads a file that staff import. Microsoft's programs write texts in UTF-16 with a byte order mark, the others in UTF-8.
 * @throws ShownError for a file that is too large, or none of these
 */
export async function readTableFile(file: Blob): Promise<TableFile> {
  // UTF-16 needs two bytes where UTF-8 often needs one. The server counts those of UTF-8.
  if (file.size > 2 * importedBytes) throw new ShownError(tooLarge)
  const data = await file.arrayBuffer()
  const bytes = new Uint8Array(data)
  const [first, second, third] = bytes
  // A workbook is an archive (PK). An old one, which the server names, begins otherwise.
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf && third === 0x11)) {
    if (file.size > importedBytes) throw new ShownError(tooLarge)
    return { workbook: base64Of(bytes) }
  }
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(data) }
  } catch {
    throw new ShownError(notTable)
  }
}

/** In parts, because a call takes no more than some ten thousand arguments. */
function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
