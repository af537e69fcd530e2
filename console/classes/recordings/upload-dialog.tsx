import { FileVideo } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { largestVideo, startRecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import { call } from '#console/kit/api/client.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { lineOfName } from './folder/plan-folder.ts'
import { formatBytes } from './format-bytes.ts'
import { useRefreshRecordings } from './use-refresh-recordings.ts'
import { sendVideo } from './video-uploads.ts'

interface Props {
  /** The class that gets a recording. */
  session: { id: number; topic: string; number: number | null; total: number }
  onClose: () => void
}

/** What the file dialog of the browser shows. The server reads the file itself. */
export const videoFiles = 'video/*,.mp4,.m4v,.mov,.webm,.mkv,.ts'

/** Chooses a video of this computer and begins to send it. */
export function UploadDialog({ session, onClose }: Props) {
  const refresh = useRefreshRecordings()
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    const upload = await call(startRecordingUpload, {
      body: {
        session_id: session.id,
        title: textOf(form, 'title'),
        file_name: lineOfName(file?.name ?? ''),
        size_bytes: file?.size ?? 0,
      },
    })
    if (file) void sendVideo(upload, file)
    await refresh()
    onClose()
  })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    setFile(event.dataTransfer.files[0] ?? file)
  }
  const problem =
    file && file.size > largestVideo
      ? `This file has ${formatBytes(file.size)}. A video has at most ${formatBytes(largestVideo)}.`
      : (fields['file_name'] ?? fields['size_bytes'])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Upload a video"
      description="You can go on working while it is sent. Students get one mail when they can watch it."
      focusFirst={choose}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <FormError>{error}</FormError>
        <div className="grid gap-1.5">
          <div
            onDragOver={(event) => {
              event.preventDefault()
              setIsOver(true)
            }}
            onDragLeave={() => setIsOver(false)}
            onDrop={drop}
            className={`grid justify-items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-edge bg-sunken'}`}
          >
            <FileVideo aria-hidden="true" className="size-6 text-muted" />
            {file ? (
              <p role="status" className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{file.name}</span>
                <span className="figures text-muted"> · {formatBytes(file.size)}</span>
              </p>
            ) : (
              <p className="text-muted touch:hidden">Drop the video here, or</p>
            )}
            <Button ref={choose} aria-describedby={problem ? hintId : undefined} onClick={() => input.current?.click()}>
              {file ? 'Choose another file' : 'Choose a file'}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label="Video to upload"
              accept={videoFiles}
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? file)
                target.value = ''
              }}
            />
          </div>
          <p id={hintId} className={problem ? 'text-bad' : 'text-muted'}>
            {problem ?? 'MP4, MOV, WebM or MKV, at most 5 GB.'}
          </p>
        </div>
        <Field
          label="Title"
          name="title"
          maxLength={200}
          defaultValue={session.topic || classTitle(session)}
          error={fields['title']}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!file || file.size > largestVideo} pending={busy && 'Starting…'}>
            Upload
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
