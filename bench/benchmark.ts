import type { Cluster } from './open-cluster.ts'

/** The exports of a file `*.bench.ts`. */
export interface Benchmark {
  name: string
  /** Measures and returns the lines to print. */
  run(cluster: Cluster): Promise<string[]>
}
