import { type MediaRecord, replacePicture } from '#contract/site/staff/media.ts'
import { upload } from '#console/kit/api/client.ts'
import { pictureFiles } from '#console/kit/fields/image-field.tsx'

/** Asks for a file of this computer. Null when the person closed the window. */
export function chooseFile(): Promise<File | null> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = pictureFiles
  const { promise, resolve } = Promise.withResolvers<File | null>()
  input.addEventListener('change', () => resolve(input.files?.[0] ?? null))
  input.addEventListener('cancel', () => resolve(null))
  input.click()
  return promise
}

/** @throws ApiError 400 for a file that is no picture, 412 when somebody else has changed it */
export function replaceFile({ id, version }: MediaRecord, file: File): Promise<MediaRecord> {
  return upload(replacePicture, { params: { id: String(id) }, body: { file }, ifMatch: version }, () => undefined)
}
