import { ImagePlus, X } from 'lucide-react'
import { type messages, mostPictures } from '#contract/messaging/staff/messages.ts'
import { pictureUrl, usePictures } from '#console/kit/fields/image-field.tsx'
import { useField } from '#console/kit/fields/use-field.ts'
import type { FormValues } from '#console/kit/resource/screen.ts'
import { Button } from '#ui/button.tsx'
import { describedBy, Frame } from '#ui/field.tsx'

/** Pictures of the library that go with the mail. The field keeps their paths. */
export function PicturesField() {
  const { id, value, set, ref, error } = useField<string[] | null>('pictures' satisfies keyof FormValues<typeof messages>)
  const source = usePictures()
  const paths = value ?? []
  const add = async () => {
    const picture = await source.choose()
    if (picture && !paths.includes(picture.path)) set([...paths, picture.path])
  }
  const hint = `At most ${mostPictures}, from the media library. They are attached to the mail.`
  return (
    <Frame id={id} label="Pictures" hint={hint} error={error} optional>
      <Thumbnails paths={paths} onRemove={(path) => set(paths.filter((one) => one !== path))}>
        {paths.length < mostPictures ? (
          <li>
            <Button ref={ref} id={id} {...describedBy(id, error, hint)} aria-label="Add a picture" onClick={() => add()}>
              <ImagePlus aria-hidden="true" className="size-4" />
              Add a picture
            </Button>
          </li>
        ) : null}
      </Thumbnails>
    </Frame>
  )
}

interface ThumbnailsProps {
  paths: readonly string[]
  onRemove?: (path: string) => void
  children?: React.ReactNode
}

/** Small pictures in a row. */
export function Thumbnails({ paths, onRemove, children }: ThumbnailsProps) {
  return (
    <ul aria-label="Pictures" className="flex flex-wrap items-center gap-3">
      {paths.map((path, index) => (
        <li key={path} className="relative">
          <img
            src={pictureUrl(path).replace('/960.webp', '/480.webp')}
            alt={`Attachment ${index + 1}`}
            className="h-20 w-auto max-w-40 rounded-md border border-line bg-sunken object-contain"
          />
          {onRemove ? (
            <button
              type="button"
              aria-label={`Remove picture ${index + 1}`}
              onClick={() => onRemove(path)}
              className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full border border-line bg-surface text-muted shadow-card hover:text-ink touch:size-8"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          ) : null}
        </li>
      ))}
      {children}
    </ul>
  )
}
