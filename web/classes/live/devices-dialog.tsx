import { Notice } from '#ui/notice.tsx'
import { DeviceChoices } from './device-choices.tsx'
import { Dialog } from './dialog.tsx'
import type { Publishing } from './use-publishing.ts'

/** Another camera, microphone or speaker during the class. The lines to the class stay as they are. */
export function DevicesDialog({ publishing, isHost, onClose }: { publishing: Publishing; isHost: boolean; onClose: () => void }) {
  const { camera, chosen, change, problem, deviceNote, isLive } = publishing
  return (
    <Dialog title="Devices" onClose={onClose}>
      <div className="live-dialog-body">
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        {deviceNote ? <Notice tone="plain">{deviceNote}</Notice> : null}
        <DeviceChoices
          stream={camera}
          chosen={chosen}
          onChoose={(next) => void change(next)}
          hasCamera={isHost}
          hasMicrophone={isHost || isLive}
        />
      </div>
    </Dialog>
  )
}
