import { useState } from 'react'
import { readRecordingLink, type RecordingKind } from '#contract/classes/recording-links.ts'
import { type RecordingRecord, recordings } from '#contract/classes/staff/recordings.ts'
import { call } from '#console/kit/api/client.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { currentOf } from '#console/kit/api/error-text.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useRefreshRecordings } from './use-refresh-recordings.ts'

interface Props {
  /** The class that gets a recording. */
  session: { id: number; topic: string; number: number | null; total: number }
  /** What is changed; null for a new one. */
  recording: RecordingRecord | null
  /** Whether the class has one already, so that nobody gets a mail. */
  hasOthers: boolean
  onClose: () => void
}

const openToAll = 'Whoever has its address can watch it there. Keep it unlisted.'
const linkHints: Readonly<Record<RecordingKind, string>> = {
  youtube: `This is a YouTube video. ${openToAll}`,
  vimeo: `This is a Vimeo video. ${openToAll}`,
  hls: 'This is an HLS playlist. Whoever has its address can watch it.',
  file: 'This is a video file. Whoever has its address can watch it.',
}

const keptChapters = ({ chapters: { length } }: RecordingRecord) =>
  length === 0
    ? ''
    : ` ${countOf(length, 'chapter')} ${length === 1 ? 'stays' : 'stay'}. Check that ${length === 1 ? 'it fits' : 'they fit'} the new video.`

/** Adds the recording of a class by its link, or changes one. */
export function RecordingDialog({ session, recording, hasOthers, onClose }: Props) {
  const refresh = useRefreshRecordings()
  const [link, setLink] = useState(recording?.url ?? '')
  // What somebody else has saved meanwhile. The next save is based on it.
  const [current, setCurrent] = useState<RecordingRecord | null>(null)
  const isFile = recording !== null && !recording.url.startsWith('https://')
  const found = link === recording?.url ? recording : readRecordingLink(link)
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    const title = textOf(form, 'title')
    const minutes = textOf(form, 'duration_minutes')
    // A text that is no number is the schema's to refuse.
    const duration = minutes === '' ? 0 : Number(minutes)
    if (!recording) {
      await call(recordings.endpoints.create, {
        body: { session_id: session.id, title, url: link, duration_minutes: duration },
      })
      notify(`The recording is added. Students can watch it.`)
    } else {
      const base = current ?? recording
      const body = {
        ...(title === base.title ? {} : { title }),
        ...(link.trim() === base.url ? {} : { url: link }),
        ...(duration === base.duration_minutes ? {} : { duration_minutes: duration }),
      }
      if (Object.keys(body).length > 0) {
        try {
          await call(recordings.endpoints.change, { params: { id: recording.id }, body, ifMatch: base.version })
        } catch (failure) {
          const latest = currentOf(failure, recordings.record)
          if (latest) setCurrent(latest)
          throw failure
        }
        notify('The recording is saved.')
      }
    }
    await refresh()
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={recording ? 'Edit the recording' : 'Add a recording'}
      description={recording || hasOthers ? undefined : 'Students of the batch get one mail, and watch it in their room.'}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <FormError>{error}</FormError>
        {current ? (
          <p role="status" className="rounded-md bg-signal-soft px-3 py-2">
            It is now “{current.title}” with the link <span className="wrap-anywhere">{current.url}</span>. Save again to replace
            that.
          </p>
        ) : null}
        {isFile ? null : (
          <Field
            label="Link"
            name="url"
            type="url"
            inputMode="url"
            spellCheck={false}
            value={link}
            onChange={({ target }) => setLink(target.value)}
            error={fields['url']}
            hint={
              link.trim() === ''
                ? 'Paste a link of YouTube or Vimeo, or one that ends in .mp4, .webm or .m3u8.'
                : found
                  ? `${linkHints[found.kind]}${recording && found !== recording ? `${keptChapters(recording)}${recording.clip ? ' Its clip is removed.' : ''}` : ''}`
                  : 'Nothing plays this link yet.'
            }
          />
        )}
        <Field
          label="Title"
          name="title"
          maxLength={200}
          defaultValue={recording?.title ?? (session.topic || classTitle(session))}
          error={fields['title']}
        />
        <Field
          label="Length in minutes"
          name="duration_minutes"
          inputMode="numeric"
          defaultValue={recording?.duration_minutes || ''}
          error={fields['duration_minutes']}
          hint="Optional. Students see it in the list."
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={busy && (recording ? 'Saving…' : 'Adding…')}>
            {recording ? 'Save' : 'Add recording'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
