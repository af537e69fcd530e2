import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { media, type MediaRecord } from '#contract/site/staff/media.ts'
import { upload } from '#console/kit/api/client.ts'
import { type Picture, Pictures, type PictureSource } from '#console/kit/fields/image-field.tsx'
import { listKey } from '#console/kit/resource/calls.ts'

const PictureDialog = lazy(() => import('./picture-dialog.tsx').then(({ PictureDialog }) => ({ default: PictureDialog })))

/** Gives the media library to the fields below. The dialog is loaded when somebody chooses the first picture. */
export function PictureLibrary({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ answer: (picture: Picture | null) => void } | null>(null)
  const source = useMemo<PictureSource>(
    () => ({
      choose() {
        const { promise, resolve } = Promise.withResolvers<Picture | null>()
        setAsked({
          answer(picture) {
            setAsked(null)
            resolve(picture)
          },
        })
        return promise
      },
      async upload(file, onProgress) {
        const picture: MediaRecord = await upload(media.endpoints.create, { body: { file } }, onProgress)
        void client.invalidateQueries({ queryKey: listKey(media) })
        return picture
      },
    }),
    [client],
  )
  return (
    <Pictures value={source}>
      {children}
      {asked ? (
        <Suspense>
          <PictureDialog onClose={() => asked.answer(null)} onChoose={asked.answer} />
        </Suspense>
      ) : null}
    </Pictures>
  )
}
