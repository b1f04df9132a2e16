import { ImportProblem } from './problem.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST_FILE_BYTES = 20 * MEGABYTE;

/** The text of an import file: bounded, UTF-8, without a byte order mark. */
export function textOf(file: string, bytes: Buffer): string {
  if (bytes.length > LARGEST_FILE_BYTES) {
    throw new ImportProblem(file, [{ at: '', reason: `the file is larger than ${LARGEST_FILE_BYTES / MEGABYTE} MB` }]);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportProblem(file, [{ at: '', reason: 'the file is not UTF-8 text' }]);
  }
}
