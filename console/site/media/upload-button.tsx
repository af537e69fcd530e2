import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { pictureFiles } from '#console/kit/fields/image-field.tsx'
import { Button } from '#ui/button.tsx'
import { useUploads } from './uploads.ts'

/** Uploads files of this computer into the library. */
export function UploadButton({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const { add } = useUploads()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={variant} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" className="size-4" />
        Upload
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        accept={pictureFiles}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
