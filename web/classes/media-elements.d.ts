import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type MediaElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Record<Lowercase<string>, unknown>

declare module 'react' {
  namespace JSX {
    /** The elements of the player's controls, which `player-controls.ts` and `player-menu.ts` define. */
    interface IntrinsicElements extends Record<`media-${string}`, MediaElementProps> {}
  }
}
