import { ImagePlus, X } from 'lucide-react'
import { createContext, useContext, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { type Common, describedBy, Frame, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

export interface Picture {
  id: number
  /** A small form of the picture. */
  url: string
  alt: string
}

/** The media library as a field sees it. The library provides it to the forms. */
export interface PictureSource {
  /** Lets the person choose or upload a picture. Null when the dialog was closed. */
  choose: () => Promise<Picture | null>
  read: (id: number) => Picture | undefined
}

export const Pictures = createContext<PictureSource | null>(null)

/** A picture of the media library. The field keeps its id. */
export function ImageField({ name, label, hint, required = false }: Common) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, error } = useField<number | null>(name)
  const source = useContext(Pictures)
  const [chosen, setChosen] = useState<Picture | null>(null)
  if (!source) throw new Error('an image field needs the media library around it')
  const picture = chosen?.id === value ? chosen : typeof value === 'number' ? source.read(value) : undefined
  const choose = async () => {
    const next = await source.choose()
    if (!next) return
    setChosen(next)
    set(next.id)
  }
  return (
    <Frame id={id} label={shown} hint={hint} error={error} required={required}>
      <div className="flex items-center gap-3">
        <div className="grid aspect-video w-36 place-items-center overflow-hidden rounded-md border border-line bg-sunken text-muted">
          {picture ? (
            <img src={picture.url} alt={picture.alt} className="size-full object-cover" />
          ) : (
            <ImagePlus aria-hidden="true" className="size-5" />
          )}
        </div>
        <Button ref={ref} id={id} {...describedBy(id, error, hint)} onClick={() => void choose()}>
          {picture ? 'Replace' : 'Choose a picture'}
        </Button>
        {picture && !required ? (
          <Button variant="quiet" square aria-label={`Remove ${shown}`} onClick={() => set(null)}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        ) : null}
      </div>
    </Frame>
  )
}
