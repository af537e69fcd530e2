import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ClipPart, clipLimits, readFreeVideo } from '#contract/classes/clips.ts'
import { type RecordingRecord, recordings } from '#contract/classes/staff/recordings.ts'
import { call } from '#console/kit/api/client.ts'
import { currentOf, errorText } from '#console/kit/api/error-text.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { formatLength } from '#ui/format.ts'
import { type ClipDraft, hiddenBecause, readClipDraft } from './clip-draft.ts'
import { useRefreshRecordings } from './use-refresh-recordings.ts'

interface Props {
  recording: RecordingRecord
  onClose: () => void
}

const write = ({ id, version }: RecordingRecord, clip: ClipPart | null) =>
  call(recordings.endpoints.change, { params: { id }, body: { clip }, ifMatch: version })

/** The part of a free recording that public pages play. */
export function ClipDialog({ recording, onClose }: Props) {
  const refresh = useRefreshRecordings()
  const [base, setBase] = useState(recording)
  const [draft, setDraft] = useState<ClipDraft>({
    from: recording.clip ? formatLength(recording.clip.from_seconds) : '0:00',
    to: recording.clip ? formatLength(recording.clip.to_seconds) : '',
  })
  const [isOnHome, setIsOnHome] = useState(recording.clip?.on_home ?? false)
  const [problems, setProblems] = useState<Partial<Record<keyof ClipDraft, string>>>({})
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const playsHere = !recording.url.startsWith('https://')
  // A playlist needs a player of its own, which the console does not have.
  const isFile = playsHere && recording.kind === 'file'
  const { data: source } = useQuery({
    queryKey: [readFreeVideo.name, recording.id],
    queryFn: () => call(readFreeVideo, { params: { recording_id: recording.id } }),
    enabled: isFile,
    // Another address would begin the video again.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const take = (name: keyof ClipDraft) => {
    const at = Math.round(video.current?.currentTime ?? 0)
    setDraft((before) => ({ ...before, [name]: formatLength(at) }))
  }
  const send = async (clip: ClipPart | null) => {
    setSaving(true)
    setError(null)
    try {
      const saved = await write(base, clip)
      notify(clip ? 'The clip is saved.' : 'The clip is removed.', async () => {
        await write(saved, base.clip)
        await refresh()
      })
      await refresh()
      onClose()
    } catch (failure) {
      const latest = currentOf(failure, recordings.record)
      if (latest) setBase(latest)
      setError(latest ? 'Somebody else has changed the recording. Save again to keep your clip.' : errorText(failure))
      setSaving(false)
    }
  }
  const save = () => {
    const read = readClipDraft(draft, base.duration_seconds)
    setProblems('problems' in read ? read.problems : {})
    if ('part' in read) void send({ ...read.part, on_home: isOnHome })
  }
  const hidden = hiddenBecause(base)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Clip for visitors"
      description={`“${recording.title}”. Between ${clipLimits.shortest} and ${clipLimits.longest} seconds that the page of the course plays without sound, with captions.`}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving) save()
        }}
      >
        <FormError>{error}</FormError>
        {playsHere ? null : (
          <p className="rounded-md bg-signal-soft px-3 py-2">
            Public pages load nothing of other sites. They show the title and a link to the whole class, and the clip itself does
            not play there. A video that you upload does.
          </p>
        )}
        {hidden ? <p className="rounded-md bg-signal-soft px-3 py-2">{hidden}</p> : null}
        {source ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- it has those that the recording has
          <video
            ref={video}
            src={source.video_url}
            controls
            playsInline
            preload="metadata"
            className="aspect-video w-full rounded-lg bg-[#0d1114]"
          >
            {source.captions.map(({ language, url }, index) => (
              <track key={language} kind="captions" src={url} srcLang={language} default={index === 0} />
            ))}
          </video>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2">
          {(['from', 'to'] as const).map((name) => (
            <div key={name} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <Field
                  label={name === 'from' ? 'Begins at' : 'Ends at'}
                  value={draft[name]}
                  placeholder="1:30"
                  spellCheck={false}
                  autoComplete="off"
                  maxLength={9}
                  onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
                  error={problems[name]}
                  className="figures"
                />
              </div>
              {source ? (
                <Button className="mt-7" onClick={() => take(name)}>
                  {name === 'from' ? 'Begin here' : 'End here'}
                </Button>
              ) : null}
            </div>
          ))}
        </div>
        <label className="flex min-h-11 items-center gap-2.5">
          <input type="checkbox" checked={isOnHome} onChange={({ target }) => setIsOnHome(target.checked)} className="size-4" />
          <span>
            Show it on the home page too <span className="text-muted">in place of the clip there</span>
          </span>
        </label>
        <DialogActions>
          {base.clip ? (
            <Button variant="quiet" className="mr-auto" onClick={() => send(null)}>
              Remove the clip
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={saving && 'Saving…'}>
            Save clip
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
