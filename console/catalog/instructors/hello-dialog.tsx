import { useRef, useState } from 'react'
import { helloLimits } from '#contract/catalog/hello.ts'
import { type InstructorRecord, instructors, saveHello } from '#contract/catalog/staff/instructors.ts'
import { upload } from '#console/kit/api/client.ts'
import { currentOf } from '#console/kit/api/error-text.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field, Textarea } from '#ui/field.tsx'

interface Props {
  record: InstructorRecord
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** Takes the video of a hello and what is said in it. */
export function HelloDialog({ record, onClose, onSaved }: Props) {
  const [share, setShare] = useState(0)
  // What somebody else has saved meanwhile. The next try is based on it.
  const version = useRef(record.version)
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    const file = form.get('file')
    const given = file instanceof File && file.size > 0 ? { file } : {}
    setShare(0)
    try {
      await upload(
        saveHello,
        {
          params: { id: String(record.id) },
          body: { ...given, captions: textOf(form, 'captions') },
          ifMatch: version.current,
        },
        setShare,
      )
    } catch (failure) {
      version.current = currentOf(failure, instructors.record)?.version ?? version.current
      throw failure
    }
    notify('The hello is saved.')
    await onSaved()
    onClose()
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Hello of ${record.name}`}
      description={`Visitors press the portrait to see it. ${helloLimits.right} seconds are right, ${helloLimits.seconds} the most.`}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <FormError>{error}</FormError>
        <Field
          label={record.hello ? 'Another video' : 'Video'}
          name="file"
          type="file"
          accept="video/mp4,video/webm,video/quicktime"
          error={fields['file']}
          hint={`MP4 with H.264, or WebM, up to ${helloLimits.bytes / 1024 / 1024} MB.${record.hello ? ' Without a file the video stays.' : ''}`}
          className="py-2.5"
        />
        <Textarea
          label="What is said"
          name="captions"
          defaultValue={record.hello?.captions ?? ''}
          maxLength={helloLimits.words}
          error={fields['captions']}
          hint="Shown as captions. Write it as it is said, or paste WebVTT with its times."
          className="min-h-32"
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={busy && (share > 0 && share < 1 ? `${Math.round(share * 100)}%` : 'Saving…')}
          >
            Save hello
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
