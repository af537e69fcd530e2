/** The part of the status list verifier that the tests use. It has no types of its own. */
declare module '@digitalbazaar/vc-bitstring-status-list' {
  interface BitstringStatusList {
    length: number
    getStatus(index: number): boolean
  }

  export function decodeList(given: { encodedList: string }): Promise<BitstringStatusList>
}
