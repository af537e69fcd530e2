import { BookOpenText, Compass, GraduationCap, Hammer, MessageSquareText, MonitorPlay, Radio } from 'lucide-react'

const icons = {
  radio: Radio,
  'message-square-text': MessageSquareText,
  hammer: Hammer,
  'monitor-play': MonitorPlay,
  compass: Compass,
  'book-open-text': BookOpenText,
} as const

/** The icon named in the settings; the school's icon for an unknown name. */
export function OfferingIcon({ name }: { name: string }) {
  const Icon = Object.entries(icons).find(([known]) => known === name)?.[1] ?? GraduationCap
  return <Icon aria-hidden="true" className="size-6 text-accent" strokeWidth={1.75} />
}
