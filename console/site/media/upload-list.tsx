import { Check, CircleAlert, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { Upload } from './uploads.ts'

/** The files on their way, and why a file failed. */
export function UploadList({ uploads, onClear }: { uploads: readonly Upload[]; onClear: () => void }) {
  if (uploads.length === 0) return null
  const [done, failed] = [count(uploads, 'done'), count(uploads, 'failed')]
  const isBusy = done + failed < uploads.length
  return (
    <section aria-label="Uploads" className="border-b border-line bg-sand px-4 py-3">
      <div className="flex items-center gap-2">
        <p role="status" className="mr-auto font-semibold">
          {isBusy ? `Uploading ${done + failed + 1} of ${uploads.length}` : summary(done, failed)}
        </p>
        {isBusy ? null : (
          <Button variant="quiet" size="square" aria-label="Close the list of uploads" onClick={onClear}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
      </div>
      <div role="region" aria-label="Uploaded files" tabIndex={0} className="mt-1 max-h-56 overflow-y-auto">
        <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
          {uploads.map((one) => (
            <li key={one.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1">
              <span className="truncate">{one.name}</span>
              <State upload={one} />
              {one.state === 'failed' ? <span className="col-span-2 text-bad">{one.error}</span> : null}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function State({ upload: { state, share, name } }: { upload: Upload }) {
  if (state === 'done') return <Check aria-label="Uploaded" className="size-4 text-good" />
  if (state === 'failed') return <CircleAlert aria-label="Failed" className="size-4 text-bad" />
  if (state === 'sending' && share === 1) return <span className="text-xs text-muted">Preparing…</span>
  return (
    <progress
      aria-label={name}
      value={share}
      max={1}
      className="h-1.5 w-28 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
    />
  )
}

const count = (uploads: readonly Upload[], state: Upload['state']) => uploads.filter((one) => one.state === state).length

function summary(done: number, failed: number): string {
  const added = done === 0 ? 'No picture is added' : done === 1 ? '1 picture is added' : `${done} pictures are added`
  return failed === 0 ? `${added}.` : `${added}, ${failed} failed.`
}
