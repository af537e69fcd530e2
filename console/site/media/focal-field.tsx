import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type Crop, focalPoints, type media, nameOfFocal } from '#contract/site/staff/media.ts'
import { GroupFrame, useLabel } from '#console/kit/fields/frame.tsx'
import { pictureUrl } from '#console/kit/fields/image-field.tsx'
import { useField } from '#console/kit/fields/use-field.ts'
import type { FormValues } from '#console/kit/resource/screen.ts'
import { seenIn, type Size, whole } from './crop.ts'

type Values = FormValues<typeof media>

/** The point that stays in sight, chosen among nine over the picture, and what frames of other shapes then show. */
export function FocalField({ path }: { path: string }) {
  const label = useLabel({ name: 'focal' })
  const { id, value, set, ref, error } = useField<string, Values>('focal')
  const { control } = useFormContext<Values>()
  const crop = useWatch({ control, name: 'crop' })
  const [picture, setPicture] = useState<Size>({ width: 16, height: 10 })
  const part = crop ?? whole
  const shape = (picture.width * part.width) / (picture.height * part.height)
  return (
    <GroupFrame id={id} label={label} error={error}>
      <div className="flex flex-wrap items-start gap-5">
        <div className="relative w-72 max-w-full overflow-hidden rounded-md border border-line">
          <Part path={path} picture={picture} part={part} frame={shape} onSize={setPicture} />
          <div className="absolute inset-0 grid grid-cols-3 grid-rows-3">
            {focalPoints.map((focal, index) => (
              <label key={focal} className="group grid cursor-pointer place-items-center">
                <input
                  ref={index === 0 ? ref : undefined}
                  type="radio"
                  name={id}
                  value={focal}
                  checked={value === focal}
                  onChange={() => set(focal)}
                  className="peer sr-only"
                />
                <span className="size-4 rounded-full border-2 border-surface bg-ink/40 shadow-lift outline-offset-2 peer-checked:size-6 peer-checked:border-4 peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-accent group-hover:bg-accent" />
                <span className="sr-only">{nameOfFocal(focal)}</span>
              </label>
            ))}
          </div>
        </div>
        <div className="flex items-end gap-3">
          {[
            { name: 'Wide', frame: 16 / 9, width: 'w-36' },
            { name: 'Square', frame: 1, width: 'w-20' },
          ].map(({ name, frame, width }) => (
            <figure key={name} className={width}>
              <div className="overflow-hidden rounded-md border border-line">
                <Part path={path} picture={picture} part={seenIn(frame, picture, part, value)} frame={frame} />
              </div>
              <figcaption className="mt-1 text-xs text-muted">{name}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </GroupFrame>
  )
}

interface PartProps {
  path: string
  picture: Size
  part: Crop
  /** Width by height of the frame. */
  frame: number
  onSize?: (size: Size) => void
}

/** Shows a part of the picture before it is cut out. */
function Part({ path, part, frame, onSize }: PartProps) {
  return (
    <div className="relative w-full overflow-hidden bg-sunken" style={{ aspectRatio: frame }}>
      <img
        src={pictureUrl(path)}
        alt=""
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize?.({ width, height })}
        className="absolute max-w-none"
        style={{
          width: `${100 / part.width}%`,
          height: `${100 / part.height}%`,
          left: `${(-100 * part.x) / part.width}%`,
          top: `${(-100 * part.y) / part.height}%`,
        }}
      />
    </div>
  )
}
