import type { Cluster } from './open-cluster.ts'

/** One measured figure. */
export interface Figure {
  title: string
  value: number
  unit: 'ratio' | 'ms' | 'KB' | 'MB' | '%' | 'a second' | 'renderings' | 'files' | 'codes'
  /** What the figure should reach; nothing when it is only watched. */
  goal?: { atLeast: number } | { atMost: number }
  /** The values behind it, for a reader. */
  detail?: string
}

/** The exports of a file `*.bench.ts`. */
export interface Benchmark {
  name: string
  run(cluster: Cluster): Promise<Figure[]>
}
