import { saveFile } from "#web/lib/save-file.ts";

/** Browsers draw nothing on a canvas that is larger. */
const maxCanvasPx = 8_192;
/** Sharp on dense screens. */
const pngScale = 2;

/** Saves the picture as it is. */
export function saveSvg(svg: string, name: string): void {
  saveFile(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Draws the picture in the browser and saves its pixels; a huge one is drawn smaller. */
export async function savePng(svg: string, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(pngScale, maxCanvasPx / image.width, maxCanvasPx / image.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) saveFile(blob, `${name}.png`);
}
