import { type RecordingRecord, recordings, withholdRecording } from '#contract/classes/staff/recordings.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useRefreshRecordings } from './use-refresh-recordings.ts'

const release = ({ id, version }: RecordingRecord) => call(recordings.actions.release, { params: { id }, ifMatch: version })
const withhold = ({ id, version }: RecordingRecord, reason: string) =>
  call(withholdRecording, { params: { id }, body: { reason }, ifMatch: version })
const setPreview = ({ id, version }: RecordingRecord, isPreview: boolean) =>
  call(recordings.endpoints.change, { params: { id }, body: { is_preview: isPreview }, ifMatch: version })

/** What staff do with a recording of a class. Each act says that it is done and can mostly be taken back. */
export function useRecordingActs() {
  const refresh = useRefreshRecordings()
  const run = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (failure) {
      notifyFailure(failure)
    }
    await refresh()
  }
  return {
    letWatch: (recording: RecordingRecord) =>
      run(async () => {
        const released = await release(recording)
        notify('Students can watch the recording.', async () => {
          await withhold(released, recording.withhold_reason)
          await refresh()
        })
      }),
    /** @throws ApiError, ConnectionError */
    withhold: async (recording: RecordingRecord, reason: string) => {
      const withheld = await withhold(recording, reason)
      notify('The recording is withheld.', async () => {
        await release(withheld)
        await refresh()
      })
      await refresh()
    },
    preview: (recording: RecordingRecord, isPreview: boolean) =>
      run(async () => {
        const changed = await setPreview(recording, isPreview)
        notify(isPreview ? 'Anybody can watch it from the page of the course.' : 'Only students can watch it.', async () => {
          await setPreview(changed, !isPreview)
          await refresh()
        })
      }),
    remove: async (recording: RecordingRecord) => {
      const { id, version, title, watched_by: watched, url } = recording
      const aboutFile = url.startsWith('https://')
        ? 'This can’t be undone. The video itself stays where it is.'
        : 'The video is deleted too. This can’t be undone.'
      const yes = await confirm({
        title: `Delete “${title}”?`,
        text:
          watched > 0
            ? `${countOf(watched, 'student')} ${watched === 1 ? 'loses' : 'lose'} the place where they stopped. ${aboutFile}`
            : `Nobody has watched it yet. ${aboutFile}`,
        action: 'Delete recording',
        danger: true,
      })
      if (!yes) return
      await run(async () => {
        await call(recordings.actions.remove, { params: { id }, ifMatch: version })
        notify(`“${title}” is deleted.`)
      })
    },
  }
}
