const binaryExtensions = new Set(
  "png jpg jpeg gif webp avif ico bmp tif tiff psd ai eps heic icns woff woff2 ttf otf eot mp3 mp4 m4a mov avi mkv webm wav ogg flac pdf doc docx xls xlsx ppt pptx zip gz tgz bz2 xz zst 7z rar jar war class dll so dylib exe bin o a lib pyc wasm node db sqlite sqlite3 parquet npy npz pkl onnx pt h5 keystore jks p12 dmg iso deb rpm apk ipa".split(
    " ",
  ),
);

/** Whether the name alone says that the content is binary, so that it need not be read. */
export function isBinaryPath(path: string): boolean {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") && binaryExtensions.has(path.slice(dot + 1).toLowerCase());
}
