import { Link } from 'react-router'
import type { MediaRecord } from '#contract/site/staff/media.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { Button } from '#ui/button.tsx'
import type { RowsProps } from '#console/kit/resource/screen.ts'
import { DropZone } from './drop-zone.tsx'
import { gridClass, Tile, TileBones } from './tile.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './uploads.ts'

/** The library as a grid. Files can be dropped anywhere on it. */
export function PictureGrid({
  records,
  isLoading,
  isLoadingMore,
  hasMore,
  onMore,
  openId,
  pathOf,
  children,
}: RowsProps<MediaRecord>) {
  const { may } = useAccess()
  const { uploads, add, clear } = useUploads()
  return (
    <DropZone onFiles={(files) => (may('media:write') ? add(files) : undefined)}>
      <UploadList uploads={uploads} onClear={clear} />
      {children ?? (
        <div className="p-4">
          <ul aria-label="Pictures" aria-busy={isLoading} className={gridClass}>
            {records.map((picture, index) => (
              <li key={picture.id}>
                <Link
                  to={pathOf(picture)}
                  data-row={index}
                  aria-current={picture.id === openId ? 'true' : undefined}
                  className="group block rounded-md"
                >
                  <Tile picture={picture} />
                </Link>
              </li>
            ))}
            {isLoading || isLoadingMore ? <TileBones count={isLoading ? 12 : 4} /> : null}
          </ul>
          {hasMore && !isLoadingMore ? (
            <Button className="mt-6 w-full" onClick={onMore}>
              Load more
            </Button>
          ) : null}
        </div>
      )}
    </DropZone>
  )
}
