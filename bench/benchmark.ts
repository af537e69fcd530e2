import type { Cluster } from './open-cluster.ts'

/** What a file `*.bench.ts` exports. */
export interface Benchmark {
  name: string
  /** Measures and answers the lines to print. */
  run(cluster: Cluster): Promise<string[]>
}
