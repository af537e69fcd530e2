import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { allowsPlayer } from './allows-player.ts'

interface Props {
  courseId: number
  sessionId: number
  /** Whether its page has a player. */
  isRecorded: boolean
  className?: string
  children: ReactNode
}

/** Leads to the page of a class. It is loaded in whole where the content security policy of this document allows no player. */
export function ClassLink({ courseId, sessionId, isRecorded, className, children }: Props) {
  return (
    <Link to={pathTo('room-class', [courseId, sessionId])} reloadDocument={isRecorded && !allowsPlayer()} className={className}>
      {children}
    </Link>
  )
}
