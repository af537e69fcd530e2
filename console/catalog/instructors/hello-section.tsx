import { useQueryClient } from '@tanstack/react-query'
import { Video } from 'lucide-react'
import { useState } from 'react'
import { type InstructorRecord, instructors, removeHello } from '#contract/catalog/staff/instructors.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { formatLength } from '#ui/format.ts'
import { HelloDialog } from './hello-dialog.tsx'

/** The hello of an instructor: what visitors see, and how it is changed. */
export function HelloSection({ record }: { record: InstructorRecord }) {
  const client = useQueryClient()
  const { may } = useAccess()
  const [isOpen, setIsOpen] = useState(false)
  const { hello } = record
  const refresh = () => client.invalidateQueries({ queryKey: [instructors.name] })
  const remove = async () => {
    const yes = await confirm({
      title: `Remove the hello of ${record.name}?`,
      text: 'Visitors no longer see it, and its file is deleted. This can’t be undone.',
      action: 'Remove hello',
      danger: true,
    })
    if (!yes) return
    try {
      await call(removeHello, { params: { id: record.id }, body: {}, ifMatch: record.version })
      notify('The hello is removed.')
    } catch (failure) {
      notifyFailure(failure)
    }
    await refresh()
  }
  return (
    <section aria-label="Hello" className="grid justify-items-start gap-3">
      <h3 className="text-xs font-semibold text-muted">Hello</h3>
      {hello ? (
        <>
          {/* Its captions are a track, so what visitors see is seen here. */}
          <video
            key={hello.captions_url}
            src={hello.video_url}
            controls
            playsInline
            preload="metadata"
            aria-label={`Hello of ${record.name}`}
            className="aspect-video w-full max-w-sm rounded-lg bg-[#0d1114]"
          >
            <track kind="captions" src={hello.captions_url} label="Captions" default />
          </video>
          <p className="figures text-sm text-muted">
            {formatLength(hello.seconds)} on the page of the course, after a press on the portrait
          </p>
        </>
      ) : (
        <p className="text-muted">No hello yet. Twenty seconds of a face and a voice say more than a line of text.</p>
      )}
      {may('instructors:write') ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setIsOpen(true)}>
            <Video aria-hidden="true" className="size-4" />
            {hello ? 'Change hello' : 'Add a hello'}
          </Button>
          {hello ? (
            <Button variant="quiet" onClick={remove}>
              Remove hello
            </Button>
          ) : null}
        </div>
      ) : null}
      {isOpen ? <HelloDialog record={record} onClose={() => setIsOpen(false)} onSaved={refresh} /> : null}
    </section>
  )
}
