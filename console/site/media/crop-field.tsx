import 'react-image-crop/dist/ReactCrop.css'
import { useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import type { Crop, media } from '#contract/site/staff/media.ts'
import { GroupFrame, useLabel } from '#console/kit/fields/frame.tsx'
import { pictureUrl } from '#console/kit/fields/image-field.tsx'
import { useField } from '#console/kit/fields/use-field.ts'
import type { FormValues } from '#console/kit/resource/screen.ts'
import { cropTo, rounded, type Size, whole } from './crop.ts'

const shapes = [
  { name: 'Whole picture', aspect: null },
  { name: '16:10', aspect: 16 / 10 },
  { name: '4:3', aspect: 4 / 3 },
  { name: '1:1', aspect: 1 },
  { name: 'Free', aspect: undefined },
] as const

const labels = {
  cropArea: 'Visible part. The arrow keys move it.',
  nwDragHandle: 'Upper left corner. The arrow keys move it.',
  nDragHandle: 'Upper edge. The arrow keys move it.',
  neDragHandle: 'Upper right corner. The arrow keys move it.',
  eDragHandle: 'Right edge. The arrow keys move it.',
  seDragHandle: 'Lower right corner. The arrow keys move it.',
  sDragHandle: 'Lower edge. The arrow keys move it.',
  swDragHandle: 'Lower left corner. The arrow keys move it.',
  wDragHandle: 'Left edge. The arrow keys move it.',
}

/** The part of the picture that pages show, chosen by dragging or by the arrow keys. */
export function CropField({ path }: { path: string }) {
  const label = useLabel({ name: 'crop' })
  const { id, value, set, error } = useField<Crop | null, FormValues<typeof media>>('crop')
  const [picture, setPicture] = useState<Size | null>(null)
  const [shape, setShape] = useState<(typeof shapes)[number]>()
  const chosen = value === null ? shapes[0] : (shape ?? shapes[4])
  const choose = (next: (typeof shapes)[number]) => {
    setShape(next)
    if (next.aspect === null || !picture) return set(null)
    set(
      next.aspect === undefined
        ? (value ?? { x: 0.05, y: 0.05, width: 0.9, height: 0.9 })
        : cropTo(next.aspect, picture, value ?? whole),
    )
  }
  return (
    <GroupFrame
      id={id}
      label={label}
      error={error}
      hint="Drag the edges, or move them with the arrow keys. Shift moves them in larger steps."
    >
      <div role="group" aria-label="Shape" className="flex flex-wrap gap-1.5">
        {shapes.map((one) => (
          <button
            key={one.name}
            type="button"
            aria-pressed={one.name === chosen.name}
            onClick={() => choose(one)}
            className="h-8 rounded-md border border-line px-3 text-sm font-semibold hover:border-edge aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent touch:h-11"
          >
            {one.name}
          </button>
        ))}
      </div>
      <div className="justify-self-start overflow-hidden rounded-md border border-line bg-sunken">
        <ReactCrop
          {...(value
            ? { crop: { unit: '%', x: value.x * 100, y: value.y * 100, width: value.width * 100, height: value.height * 100 } }
            : {})}
          {...(chosen.aspect ? { aspect: chosen.aspect } : {})}
          ariaLabels={labels}
          className="[--rc-drag-handle-size:24px]"
          keepSelection
          ruleOfThirds
          onChange={(_, { x, y, width, height }) => {
            // The library reports a crop without a size while it measures the picture.
            if (width < 2 || height < 2) return
            const next = rounded({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 })
            if (!value && chosen.aspect === null) setShape(shapes[4])
            set(next)
          }}
        >
          <img
            src={pictureUrl(path)}
            alt="Everything that was uploaded"
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setPicture({ width, height })}
            className="block max-h-[28rem] max-w-full"
          />
        </ReactCrop>
      </div>
    </GroupFrame>
  )
}
