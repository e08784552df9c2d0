/** Whether the bytes start like a JPEG, PNG or WebP file. Names and declared types cannot be trusted. */
export function isPhoto(bytes: Buffer): boolean {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return starts('ffd8ff') || starts('89504e470d0a1a0a') || isWebp
}
