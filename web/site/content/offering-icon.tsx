import { Icon } from '#ui/icon.tsx'

const known = ['radio', 'message-square-text', 'hammer', 'monitor-play', 'compass', 'book-open-text']

/** The icon named in the settings; a graduation cap for an unknown name. */
export function OfferingIcon({ name }: { name: string }) {
  return <Icon name={known.includes(name) ? name : 'graduation-cap'} className="size-7 text-accent" />
}
