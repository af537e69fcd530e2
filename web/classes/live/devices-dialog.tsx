import type { ClassLayer } from '#contract/classes/classroom-engine.ts'
import { Notice } from '#ui/notice.tsx'
import { DeviceChoices } from './device-choices.tsx'
import { Dialog } from './dialog.tsx'
import type { Publishing } from './use-publishing.ts'

const layers: readonly { layer: ClassLayer; label: string }[] = [
  { layer: 'auto', label: 'Automatic' },
  { layer: 'high', label: 'Sharp' },
  { layer: 'low', label: 'Small picture' },
  { layer: 'sound', label: 'Data saver: sound and screen' },
]

interface Props {
  publishing: Publishing
  isHost: boolean
  layer: ClassLayer
  onLayer: (layer: ClassLayer) => void
  onClose: () => void
}

/** Another camera, microphone or speaker during the class, and the picture that a line bears. The lines to the class stay as they are. */
export function DevicesDialog({ publishing, isHost, layer, onLayer, onClose }: Props) {
  const { camera, chosen, change, problem, deviceNote, isLive } = publishing
  return (
    <Dialog title={isHost ? 'Devices' : 'Settings'} onClose={onClose}>
      <div className="live-dialog-body">
        {isHost ? null : (
          <label className="live-select">
            Picture
            <select
              value={layer}
              onChange={({ target }) => onLayer(layers.find((one) => one.layer === target.value)?.layer ?? 'auto')}
            >
              {layers.map(({ layer: value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
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
