import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type CaptionLanguage, captionLanguageNames, captionLanguages } from '#contract/classes/classes.ts'
import { captions, type CaptionsRecord } from '#contract/classes/staff/captions.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { Button } from '#ui/button.tsx'
import { inputClass } from '#ui/field.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { CaptionsForm } from './captions-form.tsx'

interface Props {
  recording: RecordingRecord
  onClose: () => void
}

/** The captions of a recording by language. */
export function CaptionsDialog({ recording, onClose }: Props) {
  const client = useQueryClient()
  const [language, setLanguage] = useState<CaptionLanguage>('en')
  // Whether something typed is not saved.
  const dirty = useRef(false)
  const leave = async (then: () => void) => {
    const yes =
      !dirty.current ||
      (await confirm({
        title: 'Discard what you changed?',
        text: 'The captions that you changed here are not saved.',
        action: 'Discard',
        cancel: 'Keep editing',
        danger: true,
      }))
    if (!yes) return
    dirty.current = false
    then()
  }
  const close = () => void leave(onClose)
  const queryKey = [captions.name, 'list', 'recording', recording.id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => everyRecord(captions.endpoints.list, { recording: String(recording.id), sort: 'id' }),
    // What is typed is based on a version.
    refetchOnWindowFocus: false,
  })
  const found = data?.find((one) => one.language === language) ?? null
  const saved = async (record: CaptionsRecord | null) => {
    if (record) setLanguage(record.language)
    await client.invalidateQueries({ queryKey })
  }
  return (
    <Dialog
      open
      wide
      onClose={close}
      title="Captions"
      description={`“${recording.title}”. Students switch them on in the player.`}
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <label htmlFor="captions-language" className="font-semibold">
              Language
            </label>
            <select
              id="captions-language"
              value={language}
              onChange={({ target }) => {
                const chosen = captionLanguages.find((one) => one === target.value)
                if (chosen) void leave(() => setLanguage(chosen))
              }}
              className={`${inputClass} w-auto min-w-48`}
            >
              {captionLanguages.map((one) => (
                <option key={one} value={one} lang={one}>
                  {captionLanguageNames[one]}
                  {data.some((given) => given.language === one) ? ' (has captions)' : ''}
                </option>
              ))}
            </select>
          </div>
          <CaptionsForm
            key={language}
            recordingId={recording.id}
            language={language}
            record={found}
            onSaved={saved}
            onDirty={(isDirty) => {
              dirty.current = isDirty
            }}
            actions={<Button onClick={close}>Close</Button>}
          />
        </div>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  )
}
