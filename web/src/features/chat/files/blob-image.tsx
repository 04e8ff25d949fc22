import { useEffect, useRef } from "react";

/** An image that was fetched with the access token; its object URL is revoked when it is no longer shown. */
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
