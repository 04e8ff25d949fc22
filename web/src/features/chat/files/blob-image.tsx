import { useEffect, useRef } from "react";

/** A picture that was fetched with the access token; its address lives as long as it is shown. */
export function BlobImage({ blob, alt, className }: { blob: Blob; alt: string; className: string }) {
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const image = ref.current;
    if (!image) return;
    const url = URL.createObjectURL(blob);
    image.src = url;
    return () => {
      image.removeAttribute("src");
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  return <img ref={ref} alt={alt} className={className} />;
}
