import { useDeferredValue, useRef, useState } from 'react'
import { media } from '#contract/site/staff/media.ts'
import { useAccess } from '#console/kit/api/access.ts'
import type { Picture } from '#console/kit/fields/image-field.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Empty, Failed } from '#console/kit/parts/states.tsx'
import { useList } from '#console/kit/resource/calls.ts'
import { DropZone } from './drop-zone.tsx'
import { gridClass, Tile, TileBones } from './tile.tsx'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './uploads.ts'
import { SearchInput } from '#console/kit/fields/search-input.tsx'

/** Lets a person choose a picture of the library, or upload one. */
export function PictureDialog({ onChoose, onClose }: { onChoose: (picture: Picture) => void; onClose: () => void }) {
  const { may } = useAccess()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const list = useList(media, q === '' ? {} : { q })
  const pictures = list.records
  const search = useRef<HTMLInputElement>(null)
  const { uploads, add, clear } = useUploads()
  const mayUpload = may('media:write')
  return (
    <Dialog open wide onClose={onClose} title="Choose a picture" focusFirst={search}>
      <div className="mb-4 flex gap-2">
        <SearchInput
          ref={search}
          label="Search pictures"
          placeholder="Search by name or description"
          value={typed}
          onChange={setTyped}
          className="min-w-0 flex-1"
        />
        {mayUpload ? <UploadButton variant="secondary" /> : null}
      </div>
      <div className="-mx-5">
        <UploadList uploads={uploads} onClear={clear} />
      </div>
      <DropZone onFiles={(files) => (mayUpload ? add(files) : undefined)}>
        <div className="h-[min(28rem,55dvh)] overflow-y-auto p-1">
          {list.isError && pictures.length === 0 ? (
            <Failed error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isSuccess && pictures.length === 0 ? (
            <Empty
              text={
                q === '' ? 'The library has no pictures yet. Drop some here, or upload them.' : 'No pictures match this search.'
              }
            />
          ) : (
            <ul aria-label="Pictures" aria-busy={list.isPending} className={gridClass}>
              {pictures.map((picture) => (
                <li key={picture.id}>
                  <button type="button" onClick={() => onChoose(picture)} className="group block w-full rounded-md text-left">
                    <Tile picture={picture} />
                  </button>
                </li>
              ))}
              {list.isPending || list.isFetchingNextPage ? <TileBones count={8} /> : null}
            </ul>
          )}
          {list.hasNextPage && !list.isFetchingNextPage ? (
            <Button className="mt-5 w-full" onClick={() => list.fetchNextPage()}>
              Load more
            </Button>
          ) : null}
        </div>
      </DropZone>
    </Dialog>
  )
}
