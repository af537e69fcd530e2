import { ImagePlus, Upload, X } from 'lucide-react'
import { createContext, type DragEvent, useContext, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { describedBy, Frame } from '#ui/field.tsx'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { type Common, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

export interface Picture {
  /** What content stores to show the picture. */
  path: string
  name: string
  alt: string
  width: number
  height: number
}

/** The media library as a field sees it. The shell provides it. */
export interface PictureSource {
  /** Lets the person choose or upload a picture. Null when the dialog was closed. */
  choose: () => Promise<Picture | null>
  /** `onProgress` hears the share of the file that has been sent. @throws ApiError, ConnectionError */
  upload: (file: File, onProgress: (share: number) => void) => Promise<Picture>
}

export const Pictures = createContext<PictureSource | null>(null)

/** @throws Error outside of the shell */
export function usePictures(): PictureSource {
  const source = useContext(Pictures)
  if (!source) throw new Error('a picture needs the media library around it')
  return source
}

/** The address of a stored path. */
export const pictureUrl = (path: string): string => (path.startsWith('https://') ? path : `/${path}`)

interface Props<Values extends FieldValues> extends Common<Values> {
  /** Path of the picture that the site draws while no picture is chosen. */
  drawn?: string | undefined
  /** `whole` shows a wide picture uncut. */
  shape?: 'wide' | 'square' | 'whole'
  /** What the site shows without a picture. */
  unset?: string
}

/** A picture of the media library. The field keeps its path, or null for the picture that the site draws. */
export function ImageField<Values extends FieldValues = never>(props: Props<Values>) {
  const { name, label, hint, required = false, drawn, shape = 'wide', unset = 'The site draws one.' } = props
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, error } = useField<string | null>(name)
  const source = usePictures()
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const path = value ?? drawn
  const choose = async () => {
    const picture = await source.choose()
    if (picture) set(picture.path)
  }
  const upload = async (file: File | undefined) => {
    if (!file) return
    setProgress(0)
    try {
      set((await source.upload(file, setProgress)).path)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setProgress(null)
    }
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    void upload(event.dataTransfer.files[0])
  }
  const isBusy = progress !== null
  return (
    <Frame id={id} label={shown} hint={hint} error={error} optional={!required}>
      <div className="flex flex-wrap items-center gap-4" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <div
          className={`grid shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken text-muted ${shape === 'square' ? 'size-28' : shape === 'wide' ? 'aspect-[16/10] w-48' : 'h-20 w-48 p-2'}`}
        >
          {path ? (
            <img src={pictureUrl(path)} alt="" className={`size-full ${shape === 'whole' ? 'object-contain' : 'object-cover'}`} />
          ) : (
            <ImagePlus aria-hidden="true" className="size-5" />
          )}
        </div>
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              ref={ref}
              id={id}
              {...describedBy(id, error, hint)}
              aria-label={`${value ? 'Replace' : 'Choose a picture'}: ${shown}`}
              onClick={() => choose()}
            >
              {value ? 'Replace' : 'Choose'}
            </Button>
            <Button
              pending={isBusy && `${Math.round(progress * 100)}%`}
              aria-label={isBusy ? undefined : `Upload: ${shown}`}
              onClick={() => input.current?.click()}
            >
              <Upload aria-hidden="true" className="size-4" />
              Upload
            </Button>
            {value && !required ? (
              <Button variant="quiet" aria-label={`Remove: ${shown}`} onClick={() => set(null)}>
                <X aria-hidden="true" className="size-4" />
                Remove
              </Button>
            ) : null}
          </div>
          <p role="status" className="text-xs text-muted">
            {isBusy
              ? progress < 1
                ? 'The picture is being sent.'
                : 'The picture is being prepared.'
              : value
                ? ''
                : drawn
                  ? 'No picture is chosen. The site draws this one.'
                  : `No picture is chosen. ${unset}`}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept={pictureFiles}
          hidden
          onChange={(event) => {
            void upload(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </Frame>
  )
}

/** The kinds of files that the library takes. */
export const pictureFiles = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
