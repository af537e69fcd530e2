import { attendanceImportLimits } from '#contract/classes/staff/attendance.ts'
import { ShownError } from '#console/kit/api/error-text.ts'

/**
 * Returns the text of a report. Microsoft Teams writes UTF-16, the others UTF-8.
 * @throws ShownError for a file that is too large, or no text
 */
export async function readReportFile(file: Blob): Promise<string> {
  if (file.size > 2 * attendanceImportLimits.bytes) throw new ShownError('The file is larger than 1 MiB.')
  const bytes = await file.arrayBuffer()
  const [first, second] = new Uint8Array(bytes)
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new ShownError('The file is no text. Please choose the CSV that the classroom’s provider wrote.')
  }
}
