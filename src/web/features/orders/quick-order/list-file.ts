const bytesMax = 100_000

/** Decodes a text file in the encodings that spreadsheets write; throws a user-visible error. */
export async function readTextFile(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<string> {
  if (file.size > bytesMax) throw new Error('This file is too long')
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  if (text.includes('\0')) {
    throw new Error('This file contains no text. Save the list as CSV and choose that file')
  }
  return text
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
