/** No answer from the API; the page shows its error state with a retry, the frame the dialog. */
export class TransportFailure extends Error {
  override name = 'TransportFailure';
}
